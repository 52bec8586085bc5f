// Build of the player mini-app. Production drops the mocked messenger and the debug console
// by a define; `vite build --mode development` keeps them for a plain browser.
//
// `vite build --mode staff` builds the staff console into the same folder, after the app. It is a build of its own, not
// a second input: with shared chunks every library that only the console needs would make players' downloads larger.
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { compressed, firstChunk, namedInPage } from './plugins/shipped.ts'
import { splash } from './plugins/splash.ts'

/** What the game's first screen loads whatever the player does (`scripts/budgets.mjs` weighs the same). */
const firstScreen = [
  'src/app/start.tsx',
  'src/pages/index.tsx',
  'src/i18n/en/common.json',
  'src/i18n/en/fishing.json',
]

/** Libraries that every page of an app has: a release of ours leaves them in the client's cache. */
const vendor = (...more: string[]) => {
  const common = [
    'react',
    'react-dom',
    'scheduler',
    'react-router',
    'react-redux',
    'redux',
    'reselect',
    'immer',
  ]
  return new RegExp(
    `node_modules/(${[...common, '@reduxjs', 'use-sync-external-store', ...more].join('|')})/`,
  )
}

/** The staff console: no messenger, no canvas, its own vendor chunk. */
const staffConsole: UserConfig = {
  plugins: [react(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    manifest: '.vite/manifest-staff.json',
    target: 'es2022',
    modulePreload: { polyfill: false },
    sourcemap: false,
    cssMinify: 'lightningcss',
    rolldownOptions: {
      input: 'staff.html',
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'staff-vendor',
              test: vendor(),
            },
          ],
        },
      },
    },
  },
}

export default defineConfig(({ mode }) => {
  if (mode === 'staff') return staffConsole
  const development = mode !== 'production'
  return {
    plugins: [react(), namedInPage('index.html', firstScreen), splash(), compressed()],
    define: {
      __DEV_MESSENGER__: JSON.stringify(development),
    },
    build: {
      outDir: 'dist',
      manifest: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // WebViews of the messenger do not read source maps; the budget counts what is shipped.
      sourcemap: false,
      cssMinify: 'lightningcss',
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'vendor',
                test: vendor(),
              },
              // The fish are drawn once, for the canvas and for the few pictures beside it: they travel with the
              // canvas.
              { name: 'sea-art', test: /features\/fishing\/art\// },
              // Alone: what the page's own module needs must not wait for it.
              {
                debugName: 'first',
                name: firstChunk('src/main.ts', firstScreen),
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      proxy: {
        '/api': 'http://127.0.0.1:8080',
        '/liabilities': 'http://127.0.0.1:8080',
        '/seeds': 'http://127.0.0.1:8080',
        '/dev': 'http://127.0.0.1:8080',
        '/upload': 'http://127.0.0.1:8080',
        '/staff/v1': 'http://127.0.0.1:8081',
      },
    },
  }
})
