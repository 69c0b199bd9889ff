import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './build.js';
import { skaffoldConfig, withProfile } from './skaffold.schema.js';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe("docker-compose.yml and compose's own schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(JSON.parse(text('deploy/cluster/schemas/compose-spec.json')) as object);
  const problems = (document: unknown) => (validate(document) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath));
  // biome-ignore lint/suspicious/noExplicitAny: a document that is broken on purpose
  const compose = (): any => parse(text('docker-compose.yml'));

  it('agree', () => {
    expect(problems(compose())).toEqual([]);
  });

  it('would not agree about a misspelt field, a wrong type, an unknown condition', () => {
    const misspelt = compose();
    misspelt.services.link.healthchek = {};
    const wrong = compose();
    wrong.services.link.environment = 5;
    const unknown = compose();
    unknown.services.link.depends_on.postgres.condition = 'service_happy';
    expect([misspelt, wrong, unknown].map((broken) => problems(broken).length > 0)).toEqual([true, true, true]);
    expect(problems(misspelt)).toContain('/services/link');
  });
});

describe('skaffold.yaml', () => {
  const documents = parseAllDocuments(text('skaffold.yaml')).map((document) => skaffoldConfig.parse(document.toJSON()));

  it('has only fields and types that its version knows, also as each profile makes it', () => {
    expect(documents).toHaveLength(10);
    for (const document of documents)
      for (const { name } of document.profiles) expect(skaffoldConfig.safeParse(withProfile(document, name)).error).toBeUndefined();
  });

  it('would be refused with a misspelt field, a wrong type, a patch that leads nowhere', () => {
    const [whole] = documents;
    expect(skaffoldConfig.safeParse({ ...whole, portforward: [] }).success).toBe(false);
    expect(skaffoldConfig.safeParse({ ...whole, deploy: { kubectl: {}, statusCheckDeadlineSeconds: '600' } }).success).toBe(false);
    const lost = structuredClone(whole!);
    lost.profiles[0]!.patches![0]!.path = '/build/artifacts/99/docker/target';
    expect(() => withProfile(lost, lost.profiles[0]!.name)).toThrow('there is no 99');
  });

  it('syncs into each image the code of the part that the image is of', () => {
    for (const document of documents) {
      const dev = skaffoldConfig.parse(withProfile(document, 'sync'));
      for (const { docker, sync } of dev.build.artifacts ?? [])
        expect([docker.target, sync?.manual.map(({ src }) => src)]).toEqual(
          docker.buildArgs ? ['dev', [`${docker.buildArgs['SERVICE']}/dist/**/*.js`]] : [undefined, undefined],
        );
    }
  });
});
