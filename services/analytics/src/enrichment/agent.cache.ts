import { LRUCache } from 'lru-cache';
import { type BotVerdict, classifyBot } from './bot.classifier.js';
import { type Device, parseDevice } from './device.parser.js';

/** What one user agent says; a few thousand agents make nearly all traffic, and parsing one costs some 70 µs. */
export class AgentCache {
  private readonly bots: LRUCache<string, BotVerdict>;
  private readonly devices: LRUCache<string, Device>;

  constructor(size = 5_000) {
    this.bots = new LRUCache({ max: size });
    this.devices = new LRUCache({ max: size });
  }

  bot(userAgent: string): BotVerdict {
    return remembered(this.bots, userAgent, classifyBot);
  }

  device(userAgent: string): Device {
    return remembered(this.devices, userAgent, parseDevice);
  }
}

function remembered<V extends object>(cache: LRUCache<string, V>, key: string, compute: (key: string) => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute(key);
  cache.set(key, value);
  return value;
}
