"""The best decision under an unknown order: hidden worlds, certified bounds, exact recursion."""
