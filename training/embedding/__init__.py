"""Long chats with questions asked later, and the encoder trained on them."""
