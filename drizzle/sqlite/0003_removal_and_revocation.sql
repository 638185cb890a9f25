ALTER TABLE `event` ADD `detail` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `file_duration_ms` integer;--> statement-breakpoint
ALTER TABLE `upload` ADD `issued_to_type` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `issued_to_id` text;