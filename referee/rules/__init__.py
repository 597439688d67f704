"""The rules of Guandan (掼蛋). Pure: standard library only."""
