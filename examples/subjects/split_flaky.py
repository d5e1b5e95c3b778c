"""split: wrong now and then. Forgets the last scheme in about half of its
runs, as a program does that reads what it never wrote."""
import random
from split_right import read, schemes, write

listing = schemes(read())
if random.random() < 0.5:
    del listing[-1:]
write(listing)
