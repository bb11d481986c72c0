printf 'a	b'
exit
