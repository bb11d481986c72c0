const Lid = require('./lid');
const Cork = require('./cork');
const Jar = require('./jar');

function seal(jar) {
  return jar.kind === Cork && Lid && Jar;
}

module.exports = seal;
