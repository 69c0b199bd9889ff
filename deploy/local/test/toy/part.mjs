// A part of a toy installation: answers on its port, does as its environment says.
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';

const { TOY_NAME, TOY_PORT, TOY_JOURNAL, TOY_FAIL_WHILE, TOY_SLOW_STOP } = process.env;
const journal = (what) => appendFileSync(TOY_JOURNAL, `${TOY_NAME} ${what}\n`);

if (TOY_FAIL_WHILE && existsSync(TOY_FAIL_WHILE)) {
  journal('failed');
  process.stderr.write('the toy cannot start\n');
  process.exit(3);
}
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(9);
  response.end(String(process.pid));
});
server.listen(Number(TOY_PORT), '127.0.0.1', () => {
  journal('up');
  process.send?.({ type: 'ready', addresses: { port: TOY_PORT } });
});
let stopping = false;
const stop = (reason) => {
  if (stopping) return;
  stopping = true;
  if (TOY_SLOW_STOP) return;
  journal(`stopped by ${reason}`);
  process.exit(0);
};
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
process.on('disconnect', () => {
  journal('stopped by disconnect');
  process.exit(0);
});
