import Database from 'better-sqlite3'

/** A step of SQLite's plan for a statement. */
export interface PlanStep {
  id: number
  parent: number
  detail: string
}

/**
 * Records the plan of each `select` that is prepared on any SQLite connection from now on, by its text. Call
 * `stop` at the end.
 */
export function recordPlans(): { plans: ReadonlyMap<string, PlanStep[]>; stop: () => void } {
  const plans = new Map<string, PlanStep[]>()
  const { prototype } = Database
  const prepare = prototype.prepare
  prototype.prepare = function (this: Database.Database, text: string) {
    if (text.startsWith('select')) {
      const values = Array.from(text.matchAll(/\?/g), () => 1)
      plans.set(text, prepare.call(this, `EXPLAIN QUERY PLAN ${text}`).all(values) as PlanStep[])
    }
    return prepare.call(this, text)
  } as typeof prepare
  return {
    plans,
    stop() {
      prototype.prepare = prepare
    },
  }
}
