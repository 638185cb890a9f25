import { addresses } from '#shared/addresses'
import { newsMarkdown } from '#shared/review/format-thread'
import { defineLongPoll } from '~~/server/http/long-poll'
import { settings } from '~~/server/settings'

export default defineLongPoll('waitForFeedback', {
  text: news => newsMarkdown(news, addresses.wait(settings().publicUrl, news.reviewId, news.cursor)),
})
