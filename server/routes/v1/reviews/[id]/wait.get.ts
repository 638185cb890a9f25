import { defineLongPoll } from '~~/server/http/long-poll'

export default defineLongPoll('waitForFeedback')
