import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { renderStatements } from './schema.template.js';

const folder = join(__dirname, '../../migrations');
const files = readdirSync(folder).sort();
const single = { rawRetentionDays: 400, ledgerRetentionDays: 40 };

describe('migrations', () => {
  test('are numbered without gaps', () => {
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, i) => i + 1));
  });

  test.each(files)('%s: every statement may run twice, on one server and on a cluster', (file) => {
    const template = readFileSync(join(folder, file), 'utf8');
    for (const variables of [single, { ...single, cluster: 'linqr' }])
      for (const statement of renderStatements(template, variables)) {
        // A backfill runs only into a table that is still empty.
        expect(statement).toMatch(
          /^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS |^INSERT INTO (\w+?)(?:_local)?\s[^;]*\(SELECT count\(\) FROM \1\) = 0/,
        );
        expect(statement).not.toContain('{{');
      }
  });

  test.each(files)('%s: every table that takes rows remembers tokens', (file) => {
    for (const statement of renderStatements(readFileSync(join(folder, file), 'utf8'), single))
      if (statement.includes('MergeTree')) expect(statement).toContain('non_replicated_deduplication_window = 10000');
  });

  test('on a cluster tables are replicated on every node with a distributed one in front', () => {
    const statements = renderStatements(readFileSync(join(folder, files[0]!), 'utf8'), { ...single, cluster: 'linqr' });
    expect(statements).toHaveLength(2);
    expect(statements[0]).toContain('clicks_raw_v1_local ON CLUSTER `linqr`');
    expect(statements[0]).toContain("ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')");
    expect(statements[1]).toContain(
      "AS clicks_raw_v1_local ENGINE = Distributed('linqr', currentDatabase(), clicks_raw_v1_local, cityHash64(workspace_id))",
    );
  });

  test('an unknown placeholder is an error', () => expect(() => renderStatements('{{what}}', single)).toThrow('unknown placeholder'));
});
