// The bar above every screen: search, the moment, keeping the view, the theme, the person.
import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useStaff, useStaffDispatch } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { codeWords, listed } from '../words/codes.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { forgetView, keepView, useSaved } from './saved.ts'
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
  const isSaved = useSaved().some((view) => view.to === to)
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
          label={isSaved ? t.top.forget : t.top.save}
          pressed={isSaved}
          onClick={() => (isSaved ? forgetView(to) : setNaming(true))}
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
      {naming && <SaveDialog to={to} onClose={() => setNaming(false)} />}
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

function SaveDialog({ to, onClose }: { to: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const save = () => {
    if (!name.trim()) return
    keepView({ name: name.trim().slice(0, 60), to })
    onClose()
  }
  return (
    <Dialog title={t.save.title} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField label={t.save.name} value={name} onChange={setName} hint={t.save.lead} first />
        <Button type="submit" look="main" disabled={!name.trim()}>
          {t.save.submit}
        </Button>
      </form>
    </Dialog>
  )
}
