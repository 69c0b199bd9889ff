// What browsers have and jsdom hides from Node: the router's code needs them when it is loaded.
const { TextDecoder, TextEncoder } = require('node:util');
Object.assign(globalThis, { TextDecoder, TextEncoder });
