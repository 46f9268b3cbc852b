"""Sentences that say a secret in words, and sentences that speak of secrets and say none (P5)."""

from __future__ import annotations

from typing import Final

SAID: Final = (
    ("my secret access key is {}", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    ("my bot token is {}", "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"),
    ("The API key I use for weather is {}.", "9f8b7a6c5d4e3f2a"),
    ("Our client secret is {}", "q8Zt-77xx-Lm01"),
    ("{} is our API key for the maps", "mapsKey0192837465"),
    ("My CVV is {}", "913"),
    ("the card expires 12/27, CVV {}", "913"),
    ("{} is the security code on the back of my card", "4411"),
    ("The PIN for my bank card: {}", "7719"),
    ("{} is the PIN of my card", "4839"),
    ("I use {} as my PIN for everything", "4839"),
    ("My PIN is still {}", "4839"),
    ("my phone's pin has always been {}", "252525"),
    ("I changed the PIN of my card to {}", "6071"),
    ("I forgot my PIN twice, it's {} now", "6071"),
    ("Mum's PIN for the tablet is {}", "48 39"),
    ("the PIN is {}", "four eight three nine"),
    ("Remember: PIN {}", "7719"),
    ("my pin {} in case I forget", "7719"),
    ("my password is still {}", "KittenMittens3"),
    ("I use {} as my password everywhere", "correcthorse9"),
    ("I use {} as my password everywhere", "swordfish"),
    ("{} is my password for Netflix", "Tr0ub4dor&3"),
    ("{} is the wifi password", "Sunflower22"),
    ("my password everywhere is {}", "swordfish"),
    ("The password I use at the bank is {}", "Blue42!x"),
    ("the password's {}", "swordfish1"),
    ("my wifi password {} works again", "Sunflower22"),
    ("I keep forgetting my password. It's {}", "hunter2x"),
    ("my Netflix pw is {}", "tulip99x"),
    ("I changed my password from old to {}", "tulip99x"),
    ("my passphrase is {}", "correct horse battery staple"),
    ("my seed phrase is {}", "witch collapse practice feed shame open despair creek road again ice least"),
    ("Seed phrase: {}", "witch, collapse, practice, feed, shame, open, despair, creek, road, again, ice, least"),
    ("here is the seed phrase of my wallet: {}", "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"),
    ("my recovery phrase is {}", "army van defense carry jealous true garbage claim echo media make crunch"),
    ("the door code is {}", "4471#"),
    ("the alarm code for the flat is {}", "2580"),
    ("{} is the alarm code", "2580"),
    ("The code for the front door is {}", "4471"),
    ("the code to the safe in the bedroom is {}", "19-72-04"),
    ("our gate code changed, it's {} now", "8812"),
    ("safe combination: {}", "12-34-56"),
    ("the combination of my bike lock is {}", "7741"),
    ("{} opens the garage door", "0451"),
    ("the garage keypad code is {}.", "9034"),
    ("My verification code is {}", "483920"),
    ("one of my backup codes is {}", "48392011"),
    ("my social security number is {}", "078-05-1120"),
    ("SSN {}", "078-05-1120"),
    ("Type {} at the alarm panel", "2580"),
    ("You get in with {} at the gate", "4471#"),
    ("The safe opens with {}", "19-72-04"),
    ("use the code {} for the front door", "4471"),
    ("the wifi key is {}", "84729104857"),
    ("The three digits on the back of my card are {}", "913"),
    (
        "the twelve words of my wallet are {}",
        "army van defense carry jealous true garbage claim echo media make crunch",
    ),
    ("{} is what I use as my password", "hunter2"),
    ("our root password was changed to {}", "Zebra!77"),
    ("My bank PIN changed to {}", "5678"),
    ("the PIN for the card I got from the bank in March is {}", "7719"),
)
"""How it is said, and the secret."""

UNSAID: Final = """
I forgot my PIN again
the code review is at 3
the code review is at 1430
password managers are great
my bank card expires in 2027
code 404
I got error code 4042 on the boiler
The exit code was 1234
My ZIP code is 90210
the postal code of my flat is 12045
The area code for the house is 4157
The country code for Portugal is 351
My promo code is SAVE2024
Use the discount code SUMMER20 at the shop
The dress code is black tie
My booking code is XK4471
the airport code is LIS
I use 1Password as my password manager
I use Bitwarden for my passwords
My password manager is KeePassXC
my password is not working
my password is still working
my password is the same as before
I changed my password to be safe
I changed my password in 2023
My new password is harder to remember
the password policy is 12 characters long
What is my password?
Is 4839 steps a day enough?
I reset my PIN in 2021
my PIN was sent by post in March 2024
My PIN has four digits
a PIN of 4 digits is not enough
Pin the note from 2019 to the board
I collect enamel pins from 1984
The bowling pin is 38 cm tall
GPIO pin 13 is the output
I paid 4839 euros for the card
The key to success is practice
The key is under the doormat
my key is in the drawer with 2000 other things
Our secret ingredient is cinnamon
the secret is to rest the dough for 24 hours
My token of thanks is a bottle of wine
The API has a limit of 1000000 tokens
The context is 200000 tokens long
the access key to my office is lost
I lost the recovery key for my laptop
The seed is sown in April and harvested in September every single year by hand
I planted tomato seed, carrot seed and some basil near the old shed
We wrote the phrase in our wedding rings
The alarm is set for 0630
The alarm rang at 0430 and I was up
The door is 2100 mm high
the safe weighs 120 kg
Our house was built in 1972
My flat is number 2580
I moved into the flat in 2018
I was born in 1990
My employee number is 48391
I ran 10 km in 48:39
Call me at 0151 234 567
The meeting is on 2026-03-04 at 14:30
The flight is TP1934 on 12 May
The invoice is for 1,234.50 euros
I read Catch-22 and Fahrenheit 451
I am learning to code in Rust since 2020
Our team writes code for 2000 users
the building code of 2018 applies
The code of conduct was adopted in 2019
I use Face ID instead of a password
Maria said that security is my password's only job
I work in security since 2015
The combination of 2019 and 2020 broke me
a combination of 500 mg and 1000 mg
I passed my exam in 2017
My passport expires in 2031
I shop with my card at 7719 Main Street
2027 is when my card and my PIN expire
1984 is the book I keep in my safe
5000 is the most I can pay with my card
My dog is called Token
My son is called Pin because he is thin
the comments in the code are from 2016
the QR code on the door is broken since 2022
I have a passcode on my phone
The passphrase is stored safely offline
I wrote my seed phrase on paper and put it into the safe
my seed phrase has 24 words
the recovery phrase is what you need when the phone is lost
Two-factor codes annoy me
the verification code never arrives
I set the thermostat to 2100
I unlocked the achievement with 2500 points
He opens the shop at 0900
Maria unlocks the door at 0730
The key change in the song is at 1:42
My password is written down nowhere
Everything at work needs a password these days
My CV is 2 pages long
the CVV is on the back of the card
My social security payment is 1200 a month
The social security office is at 1100 Main Street
I have 3000 pins on my board
My favourite password joke is about hunters
I changed the password, and it took 2 hours
They told me the PIN is on its way
My PIN is blocked since Monday
the lock on my bike is 10 years old
My locker is 214
the door is number 14
The key signature is B-flat minor
Wordle starts with SALET
I updated the code to Python 3.12
I switched my key supplier to Bosch2000
my keyboard is a Model F77
my monkey is 12345 days old
My password hint is a good one
Our tokens are ERC-20 tokens
The license key is missing
The private key is never shared
the access token is valid for 3600 seconds
the session token is refreshed every 15 minutes
the secret key is 256-bit
The gate opens with a squeak
The gate opens for 1500 visitors
We get 2000 visitors at the gate each day
I press 1200 shirts a year for a hotel
My social circle is 12 people
We have twelve words for snow
I get up at 0530
""".strip().splitlines()
