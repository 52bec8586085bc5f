// The navigation: only what the person may open. Where the person is stays marked on the screens below it too.
import { useLocation } from 'react-router'
import { useStaff } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { useUrgent } from '../parts/useUrgent.ts'
import { Go } from '../ui/Go.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useLocal, useSaved } from './saved.ts'
import { groups, screensFor } from './screens.ts'
import type { Open } from './useShellKeys.ts'
import css from './shell.module.css'

const none: readonly string[] = []
const alertsPath = '/desks/alerts'

export function Nav({ onOpen }: { onOpen: (what: Open) => void }) {
  const can = useStaff(({ session }) => session.me?.can ?? none)
  const development = useStaff(({ session }) => session.me?.development ?? false)
  const { pathname } = useLocation()
  const open = screensFor(can)
  const urgent = useUrgent().length
  const here = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return (
    <nav className={css.nav} aria-label={t.nav.label}>
      <p className={css.brand}>{t.product}</p>
      {development && <p className={css.development}>{t.development}</p>}
      <div className={css.groups}>
        {groups.map(({ key, icon }) => {
          const list = open.filter(({ group }) => group === key)
          if (list.length === 0) return null
          return (
            <section key={key} aria-label={t.nav[key]}>
              {list.length > 1 && (
                <h2>
                  <Icon name={icon} />
                  {t.nav[key]}
                </h2>
              )}
              <ul className={list.length > 1 ? undefined : css.alone}>
                {list.map(({ path, title }) => (
                  <li key={path}>
                    <Go to={path} aria-current={here(path) ? 'page' : undefined}>
                      {list.length === 1 && <Icon name={icon} />}
                      {title?.()}
                      {path === alertsPath && urgent > 0 && (
                        <span className={css.count} aria-label={t.nav.urgent(urgent)}>
                          {urgent}
                        </span>
                      )}
                    </Go>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
        <SavedList onOpen={onOpen} />
      </div>
    </nav>
  )
}

/** Saved views that stand here at most of each kind; the dialog has all. */
const shownMax = 8

/** The own views, then those of colleagues by who shares them. */
function SavedList({ onOpen }: { onOpen: (what: Open) => void }) {
  const { mine, shared } = useSaved()
  const local = useLocal().length
  if (mine.length + shared.length + local === 0) return null
  const makers = [...new Set(shared.slice(0, shownMax).map(({ by }) => by))]
  const parts = [
    ...(mine.length > 0 ? [{ title: t.savedViews.own, list: mine.slice(0, shownMax) }] : []),
    ...makers.map((maker) => ({
      title: t.savedViews.sharedBy(maker),
      list: shared.slice(0, shownMax).filter(({ by }) => by === maker),
    })),
  ]
  return (
    <section aria-label={t.nav.saved}>
      <h2>
        <Icon name="star" />
        {t.nav.saved}
      </h2>
      {parts.map(({ title, list }) => (
        <div key={title}>
          <h3 className={css.maker}>{title}</h3>
          <ul aria-label={title}>
            {list.map(({ bookmark, title: name, path }) => (
              <li key={bookmark}>
                <Go to={path} title={name}>
                  {name}
                </Go>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <button type="button" className={css.allSaved} onClick={() => onOpen('saved')}>
        {t.savedViews.all}
        {local > 0 && (
          <span className={css.count} aria-label={t.savedViews.local(local)}>
            {local}
          </span>
        )}
      </button>
    </section>
  )
}
