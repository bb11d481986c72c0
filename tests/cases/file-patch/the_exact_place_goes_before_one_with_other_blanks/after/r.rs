fn   run( )  {
	go();
}

fn run( ) {
    go(1);
}
