ALTER TABLE `comment` ADD `share_link_id` text;--> statement-breakpoint
CREATE INDEX `comment_share_link` ON `comment` (`share_link_id`);--> statement-breakpoint
ALTER TABLE `share_link` ADD `password_hash` text;--> statement-breakpoint
ALTER TABLE `share_link` ADD `allow_comments` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `share_link` ADD `allow_download` integer DEFAULT false NOT NULL;