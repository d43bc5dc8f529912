"""Who people are to each other, and who may see what of whom."""
