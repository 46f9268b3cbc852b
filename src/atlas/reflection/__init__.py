"""What thinking proposes. Values in, values out: a tier asks its questions and returns proposals, and reaches nothing."""
