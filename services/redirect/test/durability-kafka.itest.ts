import { afterAll, beforeAll, it } from '@jest/globals';
import { kafkaMissing, type TestKafka, testKafka } from '@linqr/testing/kafka';
import { requireOrSkip } from '@linqr/testing/requirements';
import { ClickLedger } from './click.ledger.js';
import { addLinks, busGoesAway, killedAgainAndAgain } from './durability.scenarios.js';
import { cleanUp } from './edge.process.js';
import { type Resolver, startResolver } from './resolver.js';

const missing = kafkaMissing();
requireOrSkip('the edge on Apache Kafka', missing === undefined, missing ?? '', () => {
  let resolver: Resolver;
  let kafka: TestKafka;
  let ledger: ClickLedger;
  beforeAll(async () => {
    [resolver, kafka] = await Promise.all([startResolver(), testKafka()]);
    addLinks(resolver);
    ledger = await ClickLedger.open(kafka.url);
  }, 90_000);
  afterAll(async () => {
    await cleanUp();
    await ledger?.close();
    await resolver?.down();
    await kafka?.stop();
  }, 60_000);
  const setting = () => ({ resolverPort: resolver.port, busUrl: kafka.url, ledger });

  it('F1: killed again and again under load, no answered click is lost and none is doubled', () => killedAgainAndAgain(setting()), 120_000);

  it(
    'F2: with the broker killed redirects go on as before, and everything arrives once it is back',
    () => busGoesAway(setting(), { away: () => kafka.control!.kill(), back: () => kafka.control!.start() }),
    120_000,
  );
});
