// The bar above every screen: search, the moment, keeping the view, the theme, the person.
import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useBookmarksForgetMutation } from '../api/endpoints.gen.ts'
import { useStaff, useStaffDispatch } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { codeWords, listed } from '../words/codes.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { useSaved } from './saved.ts'
import { SaveView } from './SaveView.tsx'
import type { Open } from './useShellKeys.ts'
import { signOut } from './who.ts'
import css from './shell.module.css'

export function Top({ onOpen }: { onOpen: (what: Open) => void }) {
  const { pathname, search } = useLocation()
  const me = useStaff(({ session }) => session.me)
  const asOf = useStaff(({ view }) => view.asOf)
  const dispatch = useStaffDispatch()
  const theme = useTheme()
  const [naming, setNaming] = useState(false)
  const to = pathname + search
  const saved = useSaved().mine.find(({ path }) => path === to)
  const [forget] = useBookmarksForgetMutation()
  const online = useSyncExternalStore(watchLine, () => navigator.onLine)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={css.top}>
      <button type="button" className={css.search} onClick={() => onOpen('palette')}>
        <Icon name="search" />
        {t.top.search}
        <kbd>Ctrl K</kbd>
      </button>
      <div role="status" className={css.line}>
        {!online && <Badge tone="warn">{t.top.offline}</Badge>}
      </div>
      <div className={css.tools}>
        <Button icon="clock" onClick={() => onOpen('past')}>
          {asOf === null ? t.past.button : t.past.asked(asOf)}
        </Button>
        <IconButton
          icon="star"
          label={saved ? t.top.forget : t.top.save}
          pressed={saved !== undefined}
          onClick={() =>
            saved
              ? void forget({ bookmark: saved.bookmark, reason: t.savedViews.ownReason })
              : setNaming(true)
          }
        />
        <IconButton
          icon={other === 'dark' ? 'moon' : 'sun'}
          label={t.top.theme[other]}
          onClick={() => chooseTheme(other)}
        />
        <LanguageSwitch />
        <span className={css.me} title={listed(me?.roles.map(codeWords) ?? [])}>
          {me?.name}
          <small>{listed(me?.roles.map(codeWords) ?? [])}</small>
        </span>
        <Button look="quiet" onClick={() => void dispatch(signOut())}>
          {t.top.signOut}
        </Button>
      </div>
      {naming && <SaveView path={to} onClose={() => setNaming(false)} />}
    </header>
  )
}

function watchLine(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
