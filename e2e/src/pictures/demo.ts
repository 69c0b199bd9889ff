// The demo data of `npm run demo`, in a product of the caller's own.
import { spawn } from 'node:child_process';
import type { Product } from '@linqr/testing/product';
import { sourcePath } from '@linqr/testing/typescript';

/** Answers with the demo account's sign-in. Rejects with what the demo printed. */
export async function fillWithDemo(product: Product): Promise<{ email: string; password: string }> {
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, [sourcePath('deploy/local/bin/demo.mjs')], {
      env: { ...process.env, LINQR_DATA_DIR: product.dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`the demo data ended with ${code}: ${text}`))));
  });
  const email = /Email\s+(\S+)/.exec(output)?.[1];
  const password = /Password\s+(\S+)/.exec(output)?.[1];
  if (!email || !password) throw new Error(`the demo did not print its sign-in: ${output}`);
  return { email, password };
}
