"""The Boldest, the last Day: position, groups, actions, expedition, solve."""
