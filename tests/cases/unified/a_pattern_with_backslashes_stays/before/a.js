const words = /\w+	\d+/;
const name = 'a\\b';
done();
