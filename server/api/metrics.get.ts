import { sendMetrics } from '~~/server/http/metrics'

export default sendMetrics
