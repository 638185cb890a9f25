ALTER TABLE `thread` ADD `frame_key` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `frame_bytes` integer;