// Keep-alive load over loopback: as fast as answers come, or at a steady rate whatever the server does. Prints
// {requests, errors, p50, p99, most} as JSON; latencies in milliseconds, at a rate from when a request was due, so that a
// server that stalls cannot hide it. Its one argument, JSON:
//   port, host?, paths? (default: slugCount addresses s000000, …), durationS, connections, rate? (requests a second),
//   afterS? (latencies of the first seconds are left out), status? (what a redirect is answered with: 302)
import { connect } from 'node:net';

const {
  port,
  host = 's.example',
  slugCount = 1,
  paths,
  durationS,
  connections,
  rate,
  afterS = 0,
  status: expected = '302',
} = JSON.parse(process.argv[2]);
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
];
const pathOf = (i) => (paths ? paths[i % paths.length] : `/s${((i * 7_919) % slugCount).toString(36).padStart(6, '0')}`);
const requests = Array.from({ length: 5_000 }, (_, i) =>
  Buffer.from(
    `GET ${pathOf(i)} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${AGENTS[i % 3]}\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.9\r\nAccept-Encoding: gzip, br\r\nReferer: https://news.example/item/${i}\r\nX-Forwarded-For: 8.${i % 113}.${i % 251}.${1 + (i % 97)}\r\n\r\n`,
  ),
);
// Microseconds up to 1 s, one bucket each.
const MOST_MICROS = 1_000_000;
const buckets = new Uint32Array(MOST_MICROS + 1);
let answered = 0;
let errors = 0;
let measured = 0;
let next = 0;
const started = performance.now();
const ends = started + durationS * 1_000;
const TICK_MS = 2;
/** Requests that are due and found no free connection. */
const late = [];
const MAX_LATE = 200_000;
const idle = [];

function note(status, sentAt) {
  if (status !== expected) errors++;
  answered++;
  if (sentAt - started < afterS * 1_000) return;
  measured++;
  buckets[Math.min(MOST_MICROS, Math.round((performance.now() - sentAt) * 1_000))]++;
}

function open() {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = { socket, sentAt: 0, busy: false };
    const free = () => {
      connection.busy = false;
      if (rate === undefined) {
        if (performance.now() >= ends) socket.destroy();
        else ask(connection, performance.now());
      } else if (late.length > 0) ask(connection, late.shift());
      else idle.push(connection);
    };
    socket.on('connect', free);
    socket.on('data', (chunk) => {
      // One answer at a time and small: it comes whole.
      if (!connection.busy) return;
      note(chunk.toString('latin1', 9, 12), connection.sentAt);
      free();
    });
    socket.on('error', () => errors++);
    socket.on('close', resolve);
    sockets.push(socket);
  });
}

function ask(connection, dueAt) {
  connection.busy = true;
  connection.sentAt = dueAt;
  connection.socket.write(requests[next++ % requests.length]);
}

const sockets = [];
const closed = Array.from({ length: connections }, open);
if (rate !== undefined) {
  let due = 0;
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      for (; due < Math.min(((now - started) / 1_000) * rate, durationS * rate); due++) {
        const dueAt = started + (due / rate) * 1_000;
        const connection = idle.shift();
        if (connection) ask(connection, dueAt);
        else if (late.length < MAX_LATE) late.push(dueAt);
        else errors++;
      }
      // What is under way has two seconds more.
      if (now >= ends && (idle.length === connections || now > ends + 2_000)) {
        clearInterval(timer);
        resolve();
      }
    }, TICK_MS);
  });
  errors += late.length;
  for (const socket of sockets) socket.destroy();
}
await Promise.all(closed);
const percentile = (share) => {
  let left = measured * share;
  for (let i = 0; i < buckets.length; i++) {
    left -= buckets[i];
    if (left <= 0) return i / 1_000;
  }
  return MOST_MICROS / 1_000;
};
console.log(JSON.stringify({ requests: answered, errors, p50: percentile(0.5), p99: percentile(0.99), most: percentile(1) }));
