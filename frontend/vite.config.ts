import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compress } from './build/compress.mjs';
import { content } from './build/content-plugin.mjs';
import { firstLoad } from './build/first-load.mjs';
import { icons } from './build/icons-plugin.mjs';
import { prerender } from './build/prerender.mjs';
import { swap } from './build/swap.mjs';

const gateway = 'http://localhost:3000';

/** Adds a preload tag for the one font file, whose name carries a content hash. */
function preloadFont(): Plugin {
  return {
    name: 'linqr-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => file.endsWith('.woff2'));
        if (!font) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    content(),
    icons(),
    react(),
    preloadFont(),
    prerender({ plugins: () => [content(), icons(), react()] }),
    compress(),
    swap('dist'),
  ],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // From its source: a fresh checkout builds the services at the same time, so its dist may not be there yet.
      '@linqr/qr-render': fileURLToPath(new URL('../packages/qr-render/src/index.ts', import.meta.url)),
    },
  },
  build: {
    manifest: true,
    target: 'es2022',
    // The content security policy allows scripts, styles and fonts from our own origin only: nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: firstLoad(fileURLToPath(new URL('./src/app/main.tsx', import.meta.url))) } },
  },
  server: {
    port: 5173,
    // '/api' alone is a screen of ours; what lies below it is the gateway's.
    proxy: { '^/api/': gateway, '/qr/': gateway, '/mailbox': gateway },
  },
});
