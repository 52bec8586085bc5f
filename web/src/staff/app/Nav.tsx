// The navigation: only what the person may open. Where the person is stays marked on the screens below it too.
import { useLocation } from 'react-router'
import { useStaff } from '../api/store.ts'
import { t } from '../texts/index.ts'
import { useUrgent } from '../parts/useUrgent.ts'
import { Go } from '../ui/Go.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useSaved } from './saved.ts'
import { groups, screensFor } from './screens.ts'
import css from './shell.module.css'

const none: readonly string[] = []
const alertsPath = '/desks/alerts'

export function Nav() {
  const can = useStaff(({ session }) => session.me?.can ?? none)
  const development = useStaff(({ session }) => session.me?.development ?? false)
  const { pathname } = useLocation()
  const open = screensFor(can)
  const saved = useSaved()
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
        {saved.length > 0 && (
          <section aria-label={t.nav.saved}>
            <h2>
              <Icon name="star" />
              {t.nav.saved}
            </h2>
            <ul>
              {saved.map(({ name, to }) => (
                <li key={to}>
                  <Go to={to}>{name}</Go>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </nav>
  )
}
