// `npm run prices -w @linqr/billing`: brings the prices at Stripe in line with the plan catalogue and prints what it did.
import { ConfigError, loadConfig } from '@linqr/platform/config';
import { z } from 'zod';
import { Catalogue } from '../catalogue/catalogue.js';
import { stripeFields } from '../config.js';
import { PriceBook } from './price-book.js';
import { createStripe } from './stripe.client.js';

try {
  const config = loadConfig(z.object({ ...stripeFields, STRIPE_SECRET_KEY: z.string() }));
  const prices = new PriceBook(createStripe(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE), Catalogue.load(config.CATALOGUE_FILE));
  for (const { key, id, done } of await prices.synchronise()) process.stdout.write(`${key}  ${id}  ${done}\n`);
} catch (error) {
  const { message, type } = error as Error & { type?: string };
  process.stderr.write(`${error instanceof ConfigError || !type ? message : `Stripe refused: ${type}: ${message}`}\n`);
  process.exitCode = 1;
}
