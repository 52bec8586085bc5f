// Build of the player mini-app. Production drops the mocked messenger and the debug console
// by a define; `vite build --mode development` keeps them for a plain browser.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ mode }) => {
  const development = mode !== 'production'
  return {
    plugins: [react()],
    define: {
      __DEV_MESSENGER__: JSON.stringify(development),
    },
    build: {
      outDir: 'dist',
      manifest: true,
      target: 'es2022',
      // WebViews of the messenger do not read source maps; the budget counts what is shipped.
      sourcemap: false,
      cssMinify: 'lightningcss',
    },
    server: {
      port: 5173,
      proxy: {
        '/api': 'http://127.0.0.1:8080',
        '/dev': 'http://127.0.0.1:8080',
      },
    },
  }
})
