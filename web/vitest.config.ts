// Three kinds of test: `plain` without a page, `unit` in jsdom (components, and `*.dom.test.ts`), both with the network
// answered by msw, and `browser` in the system's Chromium for what jsdom cannot do (layout, canvas, native dialogs).
// A page is made for each file, which takes most of a short test's time: what needs none does without.
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, chromiumPath } from './e2e/chromium.mjs'

const define = { __DEV_MESSENGER__: 'true' }

export default defineConfig({
  test: {
    // A file in a browser waits for most of its time: with one less than there are cores, as the default is, the cores
    // wait too.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [react()],
        define,
        test: {
          name: 'unit',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          exclude: ['src/**/*.browser.test.tsx'],
          setupFiles: ['src/testing/network.ts', 'src/testing/setup.ts'],
          // A machine that builds something else at the same time is slow, not wrong.
          testTimeout: 60_000,
        },
      },
      {
        define,
        test: {
          name: 'plain',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.{dom,browser}.test.ts'],
          setupFiles: ['src/testing/network.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        define,
        // Every package must be known before the first cold run, or it reloads mid-test.
        optimizeDeps: {
          include: [
            '@reduxjs/toolkit',
            '@reduxjs/toolkit/query',
            '@reduxjs/toolkit/query/react',
            '@tanstack/react-table',
            '@tanstack/react-virtual',
            '@tonconnect/sdk',
            'react-redux',
            'react-router',
            'react-router/dom',
            'uplot',
            'uqr',
            'vitest-browser-react',
            'axe-core',
          ],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          // As above: what a screen shows may take this long, too.
          testTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: chromiumPath, args: chromiumFlags } }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
    ],
  },
})
