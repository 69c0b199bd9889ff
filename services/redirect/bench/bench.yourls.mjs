// YOURLS as a peer of the benchmark: a checkout behind nginx and PHP-FPM with MariaDB, everything in a folder of the run's own.
// Nothing is written into the checkout. Needs what YOURLS needs: nginx, php-fpm (any version) with mysql, mariadbd.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { familyOf } from '@linqr/testing/accounting';
import { freePort } from './bench.port.mjs';

const LINKS = 50;
const READY_MS = 60_000;
/** As many as fill the core; each serves one request at a time. */
const PHP_WORKERS = 8;

function commandOf(pattern) {
  for (const folder of [...process.env.PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const name = existsSync(folder) && readdirSync(folder).find((entry) => pattern.test(entry));
    if (name) return join(folder, name);
  }
  throw new Error(`YOURLS cannot run: no command is called ${pattern}`);
}

/** Answers with where it listens, the process whose descendants are all of it, and the paths of its links. */
export async function startYourls(checkout, folder, pin) {
  const [mariadbd, installDb, fpm, nginx] = [/^mariadbd$/, /^mariadb-install-db$/, /^php-fpm[\d.]*$/, /^nginx$/].map(commandOf);
  const at = (name) => join(folder, name);
  mkdirSync(at('tmp'), { recursive: true });
  cpSync(checkout, at('site'), { recursive: true });
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  execFileSync(installDb, ['--no-defaults', '--user=root', `--datadir=${at('data')}`, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  });
  writeFileSync(
    at('site/user/config.php'),
    `<?php
define( 'YOURLS_DB_USER', 'root' ); define( 'YOURLS_DB_PASS', '' ); define( 'YOURLS_DB_NAME', 'yourls' );
define( 'YOURLS_DB_HOST', 'localhost' ); define( 'YOURLS_DB_PREFIX', 'yourls_' );
define( 'YOURLS_SITE', 'http://${host}' ); define( 'YOURLS_LANG', '' ); define( 'YOURLS_UNIQUE_URLS', false );
define( 'YOURLS_PRIVATE', true ); define( 'YOURLS_COOKIEKEY', 'a secret of the benchmark, long enough' );
define( 'YOURLS_URL_CONVERT', 36 ); define( 'YOURLS_DEBUG', false ); define( 'YOURLS_NO_VERSION_CHECK', true );
define( 'YOURLS_FLOOD_DELAY_SECONDS', 0 );
$yourls_user_passwords = [ 'bench' => 'bench' ];
$yourls_reserved_URL = [];
`,
  );
  // 'localhost' means this socket.
  writeFileSync(at('php.ini'), `pdo_mysql.default_socket=${at('db.sock')}\nmysqli.default_socket=${at('db.sock')}\nopcache.enable=1\n`);
  writeFileSync(
    at('fpm.conf'),
    `[global]\nerror_log=${at('fpm.log')}\ndaemonize=no\n[www]\nuser=root\ngroup=root\nlisten=${at('fpm.sock')}\npm=static\npm.max_children=${PHP_WORKERS}\n`,
  );
  writeFileSync(
    at('nginx.conf'),
    `user root; daemon off; worker_processes 1; pid ${at('nginx.pid')}; error_log ${at('nginx.log')} crit;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000000;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${at(`tmp/${name}`)};`).join(' ')}
server { listen ${host}; root ${at('site')}; index index.php;
location / { try_files $uri $uri/ /yourls-loader.php$is_args$args; }
location ~ \\.php$ { include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; fastcgi_pass unix:${at('fpm.sock')}; } } }`,
  );
  const all = [
    `'${mariadbd}' --no-defaults --user=root --datadir='${at('data')}' --socket='${at('db.sock')}' --skip-networking --innodb-flush-log-at-trx-commit=1`,
    `'${fpm}' -R -F -c '${at('php.ini')}' -y '${at('fpm.conf')}'`,
    `'${nginx}' -c '${at('nginx.conf')}'`,
  ];
  // One shell as the parent of all: what it and its descendants use is what YOURLS costs.
  const [command, args] = pin(0, 'sh', ['-c', `${all.map((line) => `${line} & `).join('')} wait`]);
  const child = spawn(command, args, { stdio: 'ignore' });
  const stop = async () => {
    // PHP-FPM makes itself a session of its own.
    for (const pid of familyOf(child.pid)) process.kill(pid, 'SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  };
  try {
    await ready(() =>
      execFileSync('mariadb', ['--no-defaults', '-S', at('db.sock'), '-u', 'root', '-e', 'create database yourls'], { stdio: 'ignore' }),
    );
    await ready(async () => {
      const page = await (await fetch(`http://${host}/admin/install.php?install=1`)).text();
      if (!/created|already installed/i.test(page)) throw new Error(`YOURLS was not installed: ${page.slice(-1_500)}`);
    });
    const paths = [];
    for (let i = 0; i < LINKS; i++) {
      const url = encodeURIComponent(`https://destination.example/some/path/${i}`);
      const call = `http://${host}/yourls-api.php?username=bench&password=bench&action=shorturl&format=json&keyword=b${i}&title=b&url=${url}`;
      const made = await (await fetch(call)).json();
      if (made.status !== 'success') throw new Error(`YOURLS made no link: ${JSON.stringify(made)}`);
      paths.push(`/b${i}`);
    }
    const answer = await fetch(`http://${host}${paths[0]}`, { redirect: 'manual' });
    if (answer.status !== 301 && answer.status !== 302) throw new Error(`YOURLS does not redirect: ${answer.status}`);
    return { port, host, pid: child.pid, paths, status: String(answer.status), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(attempt) {
  for (const until = Date.now() + READY_MS; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
