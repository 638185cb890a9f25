ALTER TABLE `review` ADD `comment_count` integer;--> statement-breakpoint
ALTER TABLE `review` ADD `comment_bytes` integer;--> statement-breakpoint
ALTER TABLE `review` ADD `mark_bytes` integer;