import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { metrics, renderMetrics, startMetrics } from '~~/server/metrics'
import { root } from '../../support/paths'

interface Dashboard {
  templating: { list: { name: string; definition?: string }[] }
  panels: { title: string; type: string; targets?: { expr: string }[] }[]
}

const dashboard = JSON.parse(readFileSync(`${root}/docs/grafana-dashboard.json`, 'utf8')) as Dashboard

await startMetrics()
// Records values, because a histogram exports its series only after its first value.
metrics.requestStarted()
metrics.requestEnded('readHealth', '200', 0.01)
metrics.mediaJob('inspect', 'done', 0.1)
const { text } = await renderMetrics()
const types = new Map(
  [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
)

/** The names of the exported series. Each histogram exports three series. */
const series = new Set(
  [...types].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map(suffix => name + suffix) : [name],
  ),
)

const alerts = parse(readFileSync(`${root}/docs/prometheus-alerts.yaml`, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}

/** Returns the names of the metrics in a query. */
const namesIn = (query: string) => query.match(/\b(?:exhibit|nodejs|process)_\w+/g) ?? []

const queries = [
  ...dashboard.panels.flatMap(panel => (panel.targets ?? []).map(target => target.expr)),
  ...dashboard.templating.list.flatMap(variable => variable.definition ?? []),
]
const named = new Set(queries.flatMap(namesIn))

describe('docs/grafana-dashboard.json', () => {
  it('docs/grafana-dashboard.json queries only metrics that the server exports', () => {
    expect(queries.length).toBeGreaterThan(20)
    expect([...named].filter(name => !series.has(name))).toEqual([])
  })

  it('docs/grafana-dashboard.json shows every exhibit_ metric of the server', () => {
    const own = [...types.keys()].filter(name => name.startsWith('exhibit_'))
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(name => ![...named].some(each => each.startsWith(name)))).toEqual([])
  })

  it('docs/grafana-dashboard.json has a query in every panel, and balanced brackets in each query', () => {
    for (const { title, type, targets } of dashboard.panels)
      expect([title, type === 'row' || (targets?.length ?? 0) > 0]).toEqual([title, true])
    for (const query of queries)
      for (const [open, close] of ['()', '{}', '[]'].map(pair => pair.split('')))
        expect([query, query.split(open ?? '').length]).toEqual([query, query.split(close ?? '').length])
  })
})

describe('docs/prometheus-alerts.yaml', () => {
  it('docs/prometheus-alerts.yaml has rules with a summary, about metrics that the server exports', () => {
    const rules = alerts.groups.flatMap(group => group.rules)
    expect(rules.length).toBeGreaterThan(8)
    for (const { alert, expr, annotations } of rules) {
      expect([alert, annotations.summary]).toEqual([alert, expect.stringMatching(/^[A-Z].+\.$/)])
      expect([alert, namesIn(expr).filter(name => !series.has(name))]).toEqual([alert, []])
    }
  })
})
