import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Services } from '../clients.js';
import { ApiRoute } from '../http/api-route.js';
import { Csrf } from '../http/csrf.js';
import { VERSION } from '../version.js';

const PROBE_TIMEOUT_MS = 1_000;
/** One probe serves all callers for this long: health is polled by many. */
const CACHE_MS = 1_000;

const healthAnswer = z
  .object({ status: z.enum(['ok', 'degraded']), version: z.string(), parts: z.record(z.string(), z.enum(['up', 'down'])) })
  .meta({ id: 'Health' });

@ApiTags('Health')
@Controller('health')
export class HealthController {
  private cached: { at: number; parts: Promise<Record<string, 'up' | 'down'>> } | undefined;

  constructor(
    private readonly services: Services,
    private readonly csrf: Csrf,
  ) {}

  @Get()
  @ApiRoute({ summary: 'How the parts are; also hands out the anti-forgery token', access: 'public', answer: healthAnswer })
  async health(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    this.csrf.issue(request, response);
    response.setHeader('Cache-Control', 'no-store');
    if (!this.cached || Date.now() - this.cached.at > CACHE_MS) this.cached = { at: Date.now(), parts: this.probe() };
    const parts = await this.cached.parts;
    return { status: Object.values(parts).every((p) => p === 'up') ? 'ok' : 'degraded', version: VERSION, parts };
  }

  private async probe(): Promise<Record<string, 'up' | 'down'>> {
    const results = await Promise.all(
      Object.entries(this.services.all).map(
        async ([name, client]) =>
          [
            name,
            await client.$ready(PROBE_TIMEOUT_MS).then(
              () => 'up' as const,
              () => 'down' as const,
            ),
          ] as const,
      ),
    );
    return Object.fromEntries(results);
  }
}
