import { afterAll, beforeAll, jest } from '@jest/globals';
import { KAFKA_VERSION, kafkaMissing, type TestKafka, testKafka } from '@linqr/testing/kafka';
import { requireOrSkip } from '@linqr/testing/requirements';
import { deliveryContract } from './bus.contract.js';
import type { BusTarget } from './bus-fixture.js';
import { groupContract, outageContract } from './bus-groups.contract.js';

jest.setTimeout(120_000);

const missing = kafkaMissing();
requireOrSkip(`the bus in Apache Kafka ${KAFKA_VERSION}`, missing === undefined, missing ?? '', () => {
  let kafka: TestKafka;
  const target: BusTarget = { url: () => kafka.url, takeOverMs: 30_000 };
  beforeAll(async () => {
    kafka = await testKafka();
  });
  afterAll(() => kafka?.stop());

  deliveryContract(target);
  groupContract(target);
});

const shared = process.env['KAFKA_BROKERS'] ? 'the broker of KAFKA_BROKERS is not ours to stop' : missing;
requireOrSkip('an outage of Apache Kafka', shared === undefined, shared ?? '', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await testKafka();
  });
  afterAll(() => kafka?.stop());

  outageContract({
    url: () => kafka.url,
    takeOverMs: 30_000,
    outage: { begin: () => kafka.control!.kill(), end: () => kafka.control!.start() },
  });
});
