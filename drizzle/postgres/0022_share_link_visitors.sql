ALTER TABLE "comment" ADD COLUMN "share_link_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "password_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "allow_comments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "allow_download" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "comment_share_link" ON "comment" USING btree ("share_link_id");