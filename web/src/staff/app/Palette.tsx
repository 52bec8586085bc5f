// One field for everything: screens, kept views, players by whatever is known of them, a position, a moment.
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePast, useCan, useStaff, useStaffDispatch } from '../api/store.ts'
import { usePlayersSearchQuery } from '../api/endpoints.gen.ts'
import { isMoment } from '../api/view.ts'
import { t } from '../texts/index.ts'
import { chooseLanguage, language, languages, otherLanguage } from '../texts/language.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useGo } from '../ui/Go.tsx'
import { chooseTheme, theme } from '../ui/theme.ts'
import { casePath, isCaseNumber } from '../words/cases.ts'
import { codeWords } from '../words/codes.ts'
import { useMoment } from './Past.tsx'
import { useSaved } from './saved.ts'
import { screensFor } from './screens.ts'
import type { Open } from './useShellKeys.ts'
import { signOut } from './who.ts'
import css from './shell.module.css'

/** Something that can be chosen. */
type Item = { key: string; group: string; text: string; note?: string; act: () => void }

/** Letters before players are looked for. */
const searchFrom = 2
/** Rest before a search leaves the browser. */
const restMs = 200
const mostPlayers = 8

export function Palette({ onClose, onOpen }: { onClose: () => void; onOpen: (what: Open) => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const fixed = useFixed(text, onOpen)
  const players = usePlayers(text)
  const items = [...fixed, ...players.items]
  const active = Math.min(chosen, items.length - 1)
  const take = (item: Item | undefined) => {
    if (!item) return
    onClose()
    item.act()
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => setChosen(Math.min(items.length - 1, active + 1)),
    ArrowUp: () => setChosen(Math.max(0, active - 1)),
    Enter: () => take(items[active]),
  }
  return (
    <Dialog title={t.palette.title} look="top" onClose={onClose}>
      <input
        className={css.query}
        role="combobox"
        aria-label={t.palette.title}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={items[active] ? `${id}-${active}` : undefined}
        data-first
        value={text}
        placeholder={t.palette.placeholder}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (keys[event.key]) {
            event.preventDefault()
            keys[event.key]?.()
          }
        }}
      />
      <div id={id} role="listbox" aria-label={t.palette.title} className={css.items}>
        {items.map((item, index) => (
          // Keys are taken in the field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseMove={() => setChosen(index)}
            onClick={() => take(item)}
          >
            <span>{item.text}</span>
            <small>{item.note ?? item.group}</small>
          </div>
        ))}
      </div>
      <p className={css.searching} role="status">
        {players.busy ? t.palette.searching : items.length === 0 ? t.palette.none : ''}
      </p>
    </Dialog>
  )
}

/** What needs no server. */
function useFixed(text: string, onOpen: (what: Open) => void): Item[] {
  const can = useStaff(({ session }) => session.me?.can)
  const dispatch = useStaffDispatch()
  const { mine, shared } = useSaved()
  const go = useGo()
  const navigate = useNavigate()
  const move = useMoment()
  const typed = text.trim()
  const other = theme() === 'dark' ? 'light' : 'dark'
  const foreign = otherLanguage(language())
  const all: Item[] = [
    ...screensFor(can ?? []).map(({ path, title, group }) => ({
      key: path,
      group: t.nav[group],
      text: title?.() ?? '',
      act: () => go(path),
    })),
    ...[...mine, ...shared].map(({ bookmark, title, path, own, by }) => ({
      key: `saved ${bookmark}`,
      group: t.palette.saved,
      text: title,
      note: own ? t.palette.saved : t.savedViews.sharedBy(by),
      act: () => void navigate(path),
    })),
    { key: 'past', group: t.palette.actions, text: t.past.title, act: () => onOpen('past') },
    { key: 'now', group: t.palette.actions, text: t.past.leave, act: () => move(null) },
    { key: 'theme', group: t.palette.actions, text: t.top.theme[other], act: () => chooseTheme(other) },
    {
      key: 'language',
      group: t.palette.actions,
      text: languages[foreign],
      act: () => void chooseLanguage(foreign),
    },
    { key: 'saved', group: t.palette.actions, text: t.savedViews.all, act: () => onOpen('saved') },
    { key: 'keys', group: t.palette.actions, text: t.keys.title, act: () => onOpen('keys') },
    { key: 'out', group: t.palette.actions, text: t.top.signOut, act: () => void dispatch(signOut()) },
  ]
  const found = all.filter((item) => `${item.text} ${item.group}`.toLowerCase().includes(typed.toLowerCase()))
  const direct: Item[] = []
  if (/^\d{1,15}$/.test(typed))
    direct.push({
      key: 'position',
      group: t.palette.actions,
      text: t.palette.goPosition(typed),
      act: () => go(`/events/0/${typed}`),
    })
  if (isCaseNumber(typed) && can?.includes('cases.info'))
    direct.push({
      key: 'case',
      group: t.palette.actions,
      text: t.palette.openCase(typed.toUpperCase()),
      act: () => go(casePath(typed)),
    })
  if (isMoment(typed))
    direct.push({
      key: 'moment',
      group: t.palette.actions,
      text: t.palette.asOf(typed),
      act: () => move(typed),
    })
  return [...direct, ...found]
}

/** Players whom the server finds. */
function usePlayers(text: string): { items: Item[]; busy: boolean } {
  const [query, setQuery] = useState('')
  const go = useGo()
  const can = useCan('players.search')
  const past = usePast()
  const late = useDeferredValue(text.trim())
  useEffect(() => {
    const timer = setTimeout(() => setQuery(late), restMs)
    return () => clearTimeout(timer)
  }, [late])
  const skip = !can || query.length < searchFrom || query !== text.trim()
  const { currentData, isFetching } = usePlayersSearchQuery({ query, ...past }, { skip })
  const list = useMemo(() => (skip ? [] : (currentData?.list ?? [])), [skip, currentData])
  return {
    busy: isFetching && !skip,
    items: list.slice(0, mostPlayers).map((player) => ({
      key: player.player,
      group: t.palette.players,
      text: player.scode,
      note:
        `${t.players.matched[player.matched] ?? codeWords(player.matched)} · ` + player.player.slice(0, 8),
      act: () => go(`/players/${player.player}`),
    })),
  }
}
