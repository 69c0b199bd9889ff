// One configuration for every workspace. Our TypeScript and the ESM-only packages become CommonJS for jest (Node 20
// cannot require ESM from jest); workspaces resolve to their sources, so tests never see a stale build.
const swc = (parser, transform = {}) => [
  '@swc/jest',
  {
    swcrc: false,
    module: { type: 'commonjs' },
    jsc: { target: 'es2023', parser, transform, keepClassNames: true, experimental: { keepImportAttributes: false } },
  },
];
const ts = swc(
  { syntax: 'typescript', decorators: true },
  { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
);
const tsx = swc({ syntax: 'typescript', tsx: true }, { react: { runtime: 'automatic' } });
const js = swc({ syntax: 'ecmascript' });

/** Packages that ship ESM only. */
const esmOnly = [
  '@nestjs',
  'iterare',
  'load-esm',
  'uid',
  'file-type',
  'csrf-csrf',
  'nodemailer',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  'postal-mime',
  '@sparticuz',
  'maxmind',
  'mmdb-lib',
  'tiny-lru',
  'isbot',
  'zxing-wasm',
  '@bufbuild',
  '@exodus',
  'd3-.*',
  'internmap',
  '@tabler',
  'standardwebhooks',
  'openid-client',
  'oauth4webapi',
  'jose',
].join('|');
const shared = {
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
  moduleNameMapper: {
    '^@linqr/proto/(.*)$': '<rootDir>/proto/src/gen/$1.ts',
    '^@linqr/qr-render$': '<rootDir>/packages/qr-render/src/index.ts',
    '^@linqr/(platform|testing|embedded)/(.*)$': '<rootDir>/packages/$1/src/$2/index.ts',
    '\\.module\\.css$': '<rootDir>/frontend/src/testing/css-modules.cjs',
    '\\.(css|svg|png|avif|webp|woff2)(\\?.*)?$': '<rootDir>/frontend/src/testing/asset.cjs',
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.tsx', '$1.js'],
  },
};
const node = {
  ...shared,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ts, '^.+\\.(js|mjs)$': js },
};
const nodeRoots = ['<rootDir>/proto', '<rootDir>/packages', '<rootDir>/services', '<rootDir>/gateway', '<rootDir>/deploy', '<rootDir>/e2e'];

export default {
  testTimeout: 30_000,
  projects: [
    { ...node, displayName: 'node', roots: nodeRoots, testMatch: ['**/src/**/*.test.ts'] },
    { ...node, displayName: 'integration', roots: nodeRoots, testMatch: ['**/test/**/*.itest.ts'] },
    {
      ...shared,
      displayName: 'frontend',
      roots: ['<rootDir>/frontend/src'],
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['require', 'node', 'default'] },
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      transform: {
        '^.+\\.tsx$': tsx,
        '^.+\\.ts$': tsx,
        '^.+\\.(js|mjs)$': js,
        '^.+\\.(md|sections)$': '<rootDir>/frontend/build/content-transform.mjs',
      },
      setupFilesAfterEnv: ['<rootDir>/frontend/src/testing/setup.ts'],
    },
    { ...node, displayName: 'e2e', roots: ['<rootDir>/e2e'], testMatch: ['**/src/**/*.e2e.ts'] },
  ],
};
