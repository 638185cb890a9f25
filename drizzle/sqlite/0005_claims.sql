ALTER TABLE `thread` ADD `claimed_by_id` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `claimed_by_name` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `claimed_until` integer;