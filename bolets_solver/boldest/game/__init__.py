"""The last Day of The Boldest: position, Groups, actions, Expeditions."""
