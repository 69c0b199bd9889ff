// The part of skaffold's v4beta13 schema that skaffold.yaml uses, strict: an unknown field is refused, as skaffold refuses
// it. Written by hand, because the published schema comes only with skaffold's own repository; that one was used by hand.
import { z } from 'zod';

const text = z.string().min(1);
const port = z.int().min(1).max(65_535);
const artifact = z.strictObject({
  image: text,
  context: text,
  docker: z.strictObject({ dockerfile: text, buildArgs: z.record(text, text).optional(), target: text.optional() }),
  sync: z.strictObject({ manual: z.array(z.strictObject({ src: text, dest: text, strip: text.optional() })) }).optional(),
});
const local = z.strictObject({ push: z.boolean().optional(), useBuildkit: z.boolean().optional(), concurrency: z.int().min(0).optional() });
const build = z.strictObject({
  tagPolicy: z.strictObject({ inputDigest: z.strictObject({}) }).optional(),
  local: local.optional(),
  artifacts: z.array(artifact).optional(),
});
const manifests = z.strictObject({ kustomize: z.strictObject({ paths: z.array(text).min(1) }) });
const portForward = z.array(
  z.strictObject({ resourceType: z.enum(['service', 'deployment', 'pod']), resourceName: text, namespace: text, port, localPort: port }),
);
const profile = z.strictObject({
  name: text,
  activation: z.array(z.strictObject({ command: z.enum(['dev', 'debug', 'run']) })).optional(),
  patches: z
    .array(z.strictObject({ op: z.enum(['add', 'replace', 'remove']), path: z.string().startsWith('/'), value: z.unknown() }))
    .optional(),
  manifests: manifests.optional(),
  build: build.optional(),
});

export const skaffoldConfig = z.strictObject({
  apiVersion: z.literal('skaffold/v4beta13'),
  kind: z.literal('Config'),
  metadata: z.strictObject({ name: text }),
  build,
  manifests,
  deploy: z.strictObject({
    kubectl: z.strictObject({}),
    statusCheckDeadlineSeconds: z.int().positive().optional(),
    tolerateFailuresUntilDeadline: z.boolean().optional(),
  }),
  portForward: portForward.optional(),
  profiles: z.array(profile),
});
export type SkaffoldConfig = z.output<typeof skaffoldConfig>;

/** The document as a profile makes it. Throws on a patch whose place is not there. */
export function withProfile(document: SkaffoldConfig, name: string): unknown {
  const copy = structuredClone(document);
  for (const { op, path, value } of copy.profiles.find((each) => each.name === name)?.patches ?? []) {
    if (op !== 'add') throw new Error(`${op} is not used`);
    const keys = path.slice(1).split('/');
    const last = keys.pop()!;
    // biome-ignore lint/suspicious/noExplicitAny: a place in a document
    let at: any = copy;
    for (const key of keys) {
      at = at?.[key];
      if (at === undefined) throw new Error(`${path}: there is no ${key}`);
    }
    if (Array.isArray(at) && last === '-') at.push(value);
    else at[last] = value;
  }
  return copy;
}
