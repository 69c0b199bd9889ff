// Apache Kafka's own jars, fetched once with Maven into the repository's .cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Newest version whose artefacts are all in Maven Central and that kafkajs 2.2.4 was seen to work with; needs Java 17. */
export const KAFKA_VERSION = '4.3.1';
const NEEDED_JAVA = 17;
const FETCH_TIMEOUT_MS = 5 * 60_000;

const HOME = join(import.meta.dirname, '../../../../.cache/kafka', KAFKA_VERSION);

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>linqr</groupId><artifactId>test-kafka</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA_VERSION}</version></dependency>
  </dependencies>
</project>
`;

export type Distribution = { classPath: string } | { missing: string };

/** Blocks while Maven fetches, the first time for about half a minute: whether suites run is decided before they are defined. */
export function kafkaDistribution(): Distribution {
  const java = javaVersion();
  if (java === undefined) return { missing: `no Java (Apache Kafka ${KAFKA_VERSION} needs ${NEEDED_JAVA})` };
  if (java < NEEDED_JAVA) return { missing: `Java ${java} is too old (Apache Kafka ${KAFKA_VERSION} needs ${NEEDED_JAVA})` };
  const jars = join(HOME, 'jars');
  if (!existsSync(jars)) {
    const problem = fetchJars(jars);
    if (problem) return { missing: problem };
  }
  return { classPath: join(jars, '*') };
}

function javaVersion(): number | undefined {
  const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8', timeout: 20_000 });
  const version = status === 0 ? /version "(\d+)/.exec(stderr)?.[1] : undefined;
  return version === undefined ? undefined : Number(version);
}

/** Complete or not there at all: fetched beside and renamed, so that two runs at once do no harm. */
function fetchJars(jars: string): string | undefined {
  const work = join(HOME, `fetch-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    writeFileSync(join(work, 'pom.xml'), POM);
    const args = ['-B', '-q', 'dependency:copy-dependencies', '-DoutputDirectory=jars', '-DincludeScope=runtime'];
    const { status, error, stdout } = spawnSync('mvn', args, { cwd: work, encoding: 'utf8', timeout: FETCH_TIMEOUT_MS });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return 'no Maven to fetch Apache Kafka with, and no KAFKA_BROKERS';
    const complete = status === 0 && readdirSync(join(work, 'jars')).some((name) => name.startsWith('kafka_2.13-'));
    if (!complete)
      return `Maven could not fetch Apache Kafka: ${(error?.message ?? stdout).split('\n').find((line) => line.trim()) ?? status}`;
    try {
      renameSync(join(work, 'jars'), jars);
    } catch (failure) {
      if (!existsSync(jars)) throw failure;
    }
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
