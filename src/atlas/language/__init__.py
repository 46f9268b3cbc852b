"""Reading text, below the stages: words and their stems, sentences, dates, names, orders; and what is English."""
