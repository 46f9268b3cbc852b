"""What thinking proposes: a tier asks its questions, is answered, and returns proposals; it reaches nothing itself."""
