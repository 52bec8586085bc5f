// The way into the console: theme, language, who is at it, then the screens.
import './styles/tokens.css'
import './styles/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { Gate } from './app/Gate.tsx'
import { makeRouter } from './app/router.tsx'
import { askWho } from './app/who.ts'
import { createStore } from './api/store.ts'
import { startLanguage } from './texts/language.ts'
import { startTheme } from './ui/theme.ts'

async function start(): Promise<void> {
  const host = document.getElementById('root')
  if (!host) throw new Error('The page has no #root')
  startTheme()
  const store = createStore()
  void store.dispatch(askWho())
  await startLanguage()
  createRoot(host).render(
    <StrictMode>
      <Provider store={store}>
        <Gate makeRouter={() => makeRouter(store)} RouterProvider={RouterProvider} />
      </Provider>
    </StrictMode>,
  )
}

void start()
