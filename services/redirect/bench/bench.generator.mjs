// Keep-alive load over loopback for machines without wrk. Prints {requests, errors, p50, p99} as JSON.
import { connect } from 'node:net';

const { port, durationS, slugCount, connections } = JSON.parse(process.argv[2]);
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const requests = Array.from({ length: 5_000 }, (_, i) => {
  const slug = `s${((i * 7_919) % slugCount).toString(36).padStart(6, '0')}`;
  return Buffer.from(
    `GET /${slug} HTTP/1.1\r\nHost: s.example\r\nUser-Agent: ${AGENT}\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.9\r\nAccept-Encoding: gzip, br\r\nReferer: https://news.example/item/${i}\r\nX-Forwarded-For: 203.0.${i % 113}.${i % 251}\r\n\r\n`,
  );
});
// Microseconds up to 100 ms, one bucket each.
const buckets = new Uint32Array(100_001);
let answered = 0;
let errors = 0;
let next = 0;
const end = Date.now() + durationS * 1_000;
await Promise.all(
  Array.from(
    { length: connections },
    () =>
      new Promise((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', noDelay: true });
        let sentAt = 0;
        const ask = () => {
          if (Date.now() >= end) return socket.destroy();
          sentAt = performance.now();
          socket.write(requests[next++ % requests.length]);
        };
        socket.on('connect', ask);
        socket.on('data', (chunk) => {
          // One answer at a time and small: it comes whole.
          if (chunk.toString('latin1', 9, 12) !== '302') errors++;
          buckets[Math.min(100_000, Math.round((performance.now() - sentAt) * 1_000))]++;
          answered++;
          ask();
        });
        socket.on('error', () => errors++);
        socket.on('close', resolve);
      }),
  ),
);
const percentile = (share) => {
  let left = answered * share;
  for (let i = 0; i < buckets.length; i++) {
    left -= buckets[i];
    if (left <= 0) return i / 1_000;
  }
  return 100;
};
console.log(JSON.stringify({ requests: answered, errors, p50: percentile(0.5), p99: percentile(0.99) }));
