load()
{
	fetch jars
	exit
}

clean()
{
	wash jars
	exit
}

fill()
{
	put jars
}
