head of the page
first line of the page
second line of the page
third line of this page
foot of the page
