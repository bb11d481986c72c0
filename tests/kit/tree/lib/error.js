class CartError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

exports.CartError = CartError;
