const { CartError } = require('./error.js');

function parse(text) {
  return JSON.parse(text);
}

module.exports = { parse, CartError };
