import { createHmac } from 'node:crypto';
import type { RequestHead } from '../http/request-head.js';
import { type AgentTraits, agentTraits } from './agent.traits.js';
import type { CountryLocator } from './country.locator.js';
import { preferredLanguage } from './language.traits.js';
import type { VisitTraits } from './targeting.js';

/** Of a visit's query; more than a rule can name. */
const MAX_PARAMETERS = 200;

/** Facts of one visit, each worked out when a rule asks for it and once. */
export class VisitorTraits implements VisitTraits {
  private agent: AgentTraits | undefined;
  private parameters: Map<string, string[]> | undefined;

  constructor(
    private readonly head: RequestHead,
    private readonly address: string,
    /** Of the link, so that a visitor's draw differs from link to link. */
    private readonly linkKey: string,
    private readonly locator: CountryLocator,
    private readonly secret: Buffer,
  ) {}

  get country(): string {
    return this.locator.countryOf(this.address);
  }
  get device(): string {
    return this.agentTraits.device;
  }
  get os(): string {
    return this.agentTraits.os;
  }
  get browser(): string {
    return this.agentTraits.browser;
  }
  get language(): string {
    const { head } = this;
    return preferredLanguage(head.text(head.languageStart, head.languageEnd));
  }

  get visitorHash(): number {
    const { head } = this;
    return createHmac('sha256', this.secret)
      .update(`${this.address}\u0000${head.text(head.agentStart, head.agentEnd)}\u0000${this.linkKey}`, 'latin1')
      .digest()
      .readUInt32LE(0);
  }

  parameter(name: string): readonly string[] {
    this.parameters ??= parametersOf(this.head.query);
    return this.parameters.get(name) ?? [];
  }

  private get agentTraits(): AgentTraits {
    const { head } = this;
    this.agent ??= agentTraits(head.text(head.agentStart, Math.min(head.agentEnd, head.agentStart + 512)));
    return this.agent;
  }
}

function parametersOf(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    if (++count > MAX_PARAMETERS) break;
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return found;
}
